/** A name as it stands in a statement, whatever characters it has. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`
