import { storeConformance } from '../../test/conformance/store.ts';
import { memoryStore } from '../../test/support/memory-store.ts';

storeConformance('memory', async () => memoryStore());
