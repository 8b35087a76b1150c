// V8 optimizes a function after ten times the usual work: most of what runs in tests, and in the programs that they start, ends before that pays.
require('node:v8').setFlagsFromString('--interrupt-budget=1320000');
