/** OAI-PMH: records of repositories. */
export { identify, type OaiOptions, oaiSource } from './oai-source.ts';
