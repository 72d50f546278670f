/** Child process that writes until the disk is full, and prints the error code and the state. */
import { openSpace } from '../../src/search-space.ts';

const space = await openSpace(process.argv[2]!);
const description = 'Much ado about nothing. '.repeat(500);
let [code, count] = ['none', 0];
for (; count < 10_000 && code === 'none'; count++) {
  try {
    await space.put([{ id: `${count}`, title: 'Full', description, language: 'en', subjects: [] }]);
  } catch (error) {
    code = (error as { code?: string }).code ?? String(error);
    count--;
  }
}
const { documents } = await space.describe();
process.stdout.write(JSON.stringify({ code, answered: documents === count }));
process.exit();
