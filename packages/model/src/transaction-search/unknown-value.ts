/** Asked of a filter: payments of which the value is not known. No id, code or name of a country is written so. */
export const unknownValue = '(none)'
