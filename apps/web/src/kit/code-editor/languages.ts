import type { Extension } from '@codemirror/state'
import type { EditorLanguage, SqlSchema } from './editor-types.ts'
import { loadChunk } from '../../ui/chunk-load.ts'

/** Each grammar is a chunk of its own, loaded with the first text in that language. */
export async function loadLanguage(language: EditorLanguage, sqlSchema?: SqlSchema): Promise<Extension> {
  switch (language) {
    case 'html': {
      const { html } = await loadChunk(() => import('@codemirror/lang-html'))
      // Closing tags by itself doubles those that people type out of habit.
      return html({ autoCloseTags: false })
    }
    case 'css': {
      const { css } = await loadChunk(() => import('@codemirror/lang-css'))
      return css()
    }
    case 'javascript': {
      const { javascript } = await loadChunk(() => import('@codemirror/lang-javascript'))
      return javascript()
    }
    case 'json': {
      const { json } = await loadChunk(() => import('@codemirror/lang-json'))
      return json()
    }
    case 'sql': {
      const { PostgreSQL, sql } = await loadChunk(() => import('@codemirror/lang-sql'))
      return sql({ dialect: PostgreSQL, upperCaseKeywords: false, ...(sqlSchema && { schema: sqlSchema }) })
    }
    case 'plain':
      return []
  }
}
