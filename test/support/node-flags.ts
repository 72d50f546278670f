/** Node flags of the test processes. */

/** Prevents a crash of V8 in workers that strip types; see packages/server/src/cli/semantic-search.ts. */
export const nodeFlags = ['--wasm-wrapper-tiering-budget=1000000000'];
