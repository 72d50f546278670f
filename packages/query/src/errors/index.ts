/** Messages of errors. */
export { errorMessage } from './error-message.ts';
