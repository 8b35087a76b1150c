/** Strapi's `export` and `import` preserve every answer, byte for byte (conventions 1.2). */

// One file, because its parts share two services and an installation. The first one reads what the set-up has done.
import './transfer/whole';
import './transfer/failing';
