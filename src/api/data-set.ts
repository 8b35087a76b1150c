/** A reference to a data set of either kind, in the two fields of the given names. */
export const dataSet = (attribute: string) => ({
  attribute,
  options: { LAB_Bill_Data_Set: 'bill-data-set', LAB_Statement_Data_Set: 'statement-data-set' },
  names: { type: `${attribute}_type`, id: `${attribute}_id` },
  isRequired: true,
});
