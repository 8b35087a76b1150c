export { fieldLabel, nameOf } from '../../../shared/panels';
