export type EditorLanguage = 'html' | 'css' | 'javascript' | 'json' | 'sql' | 'plain'

/** Something to mark in the text; lines and columns count from 1. */
export interface EditorMark {
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly line?: number
  readonly column?: number
}

export interface Suggestion {
  readonly text: string
  readonly label: string
  /** One word at the right, such as the kind of a value. */
  readonly detail?: string
}

/** What is offered between `${` and `}`: values first, then what can be done to them after a `;`. */
export interface TagSuggestions {
  readonly values: readonly Suggestion[]
  readonly filters: readonly Suggestion[]
}

/** Names of tables or views with their columns, for SQL. */
export type SqlSchema = Readonly<Record<string, readonly string[]>>

export interface CodeEditorProps {
  /** Read aloud when the editor gets the focus. */
  readonly label: string
  readonly value: string
  readonly onChange?: (value: string) => void
  readonly language: EditorLanguage
  readonly readOnly?: boolean
  readonly marks?: readonly EditorMark[]
  readonly suggestions?: TagSuggestions
  readonly sqlSchema?: SqlSchema
  /** Takes all the room there is; otherwise the editor grows with its text from `minLines` to `maxLines`. */
  readonly fill?: boolean
  readonly minLines?: number
  readonly maxLines?: number
  /** A new object puts the cursor there and scrolls to it. */
  readonly goTo?: { readonly line: number; readonly column: number }
}
