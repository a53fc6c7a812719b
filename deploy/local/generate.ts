/** `npm run generate`: code from the protos. */
import { generate } from '../../proto/generate.ts';

generate('proto/gen');
console.log('proto/gen is made from proto');
