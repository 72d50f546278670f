import { storeConformance } from '../../test/conformance/store.ts';
import { memoryStore } from './store-memory.ts';

storeConformance('memory', async () => memoryStore());
