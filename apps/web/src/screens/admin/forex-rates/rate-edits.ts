import { createInlineEdits } from '../../../kit/inline/inline-edits.ts'

/** Rates changed in the list and not saved yet. */
export const rateEdits = createInlineEdits()
