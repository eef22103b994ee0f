/** What others may ask of the public API. */
export { publicCalls } from './public-calls.ts'
