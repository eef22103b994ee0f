/** What nobody sees: blanks of every kind, controls, marks of format, and the letters that are drawn as nothing. */
const unseen = /[\p{Z}\p{C}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]+/gu

/** A text without what nobody sees: who writes only that has written nothing. */
export const seenText = (text: string): string => text.replaceAll(unseen, ' ').trim()
