/** Empty module: this folder contains only types. */
export {};
