import { readCamt053 } from './camt053.ts'
import { readMt940 } from './mt940.ts'
import { limits, UnreadableStatement, type Statement } from './statement.ts'

/** The statements of a file as banks send them: XML is camt.053, anything else must be MT940. */
export function readStatements(content: string): Statement[] {
  const text = content.replace(/^\uFEFF/, '').trimStart()
  if (text === '') throw new UnreadableStatement('The file is empty')
  const statements = text.startsWith('<') ? readCamt053(text) : readMt940(text)
  const entries = statements.reduce((sum, statement) => sum + statement.entries.length, 0)
  if (entries > limits.entries)
    throw new UnreadableStatement(`The file has ${entries} entries; ${limits.entries} can be read at once`)
  return statements
}
