import type { OutputReader } from '../output-reader.ts'

/** What a table does with a payment, as phrases that follow "For deposits …,". */
export type Effect = (outputs: OutputReader) => readonly (string | false | undefined)[]
