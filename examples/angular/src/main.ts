import { bootstrapApplication } from '@angular/platform-browser';
import { ReadingRoom } from './reading-room';

bootstrapApplication(ReadingRoom).catch((error) => console.error(error));
