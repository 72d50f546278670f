/** The modules of this folder hold types and nothing that runs. */
export {};
