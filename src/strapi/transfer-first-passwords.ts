import { addFirstPasswords, readFirstPasswords } from '../plugins/rostra/server/src/access/first-passwords';
import { assertStrapiHas } from './assert-strapi-has';
import { findDestination } from './transfer-destination';

/**
 * Lets imports and transfers, which replace all settings, add their first passwords to those that are there: the panel's
 * accounts stay, and must still change theirs. Checked with Strapi 5.54.0.
 * @throws StartError when destinations of Strapi work in another way
 */
export function keepFirstPasswords(providers: object): void {
  const { destination } = findDestination(providers, ['createConfigurationWriteStream']);
  const { createConfigurationWriteStream } = destination;
  destination.createConfigurationWriteStream = async function () {
    // The transaction has deleted them, but outside it they are still there.
    const before = await readFirstPasswords();
    const stream = await createConfigurationWriteStream.call(this);
    const { transaction } = this;
    assertStrapiHas(transaction, 'transaction of a transfer');
    assertStrapiHas(!Object.hasOwn(stream, '_final'), 'stream of settings without an end of its own');
    stream._final = (done) => void transaction.attach(() => addFirstPasswords(before)).then(() => done(), done);
    return stream;
  };
}
