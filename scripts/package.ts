/** `npm run package`: makes bigcodebench-studio-VERSION.vsix. */
import { main } from './setup/main.js';
import { packageExtension } from './setup/packageExtension.js';

await main(async () => {
  console.log(await packageExtension());
  return 0;
});
