import { isoText, Message, readOwn } from './values.ts'

export type EscapeMode = 'html' | 'none' | 'json'

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => htmlEntities[char]!)

/** For a value that stands between quotes already written in the template. */
export const escapeJsonString = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * JSON of the data in a value. Unlike `JSON.stringify` it runs nothing that belongs to the value, stops at a depth, and
 * reports each step to `spend`, which throws when the template has used up its budget.
 */
export function toJson(value: unknown, depth: number, spend: () => void): string {
  spend()
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'bigint') return JSON.stringify(String(value))
  if (typeof value !== 'object' || value === null) return 'null'
  if (value instanceof Message) return JSON.stringify(value.markup)
  if (value instanceof Date) return JSON.stringify(isoText(value))
  if (depth === 0) return 'null'
  if (Array.isArray(value)) {
    const items: string[] = []
    for (let at = 0; at < value.length; at++) items.push(toJson(readOwn(value, String(at)), depth - 1, spend))
    return `[${items.join(',')}]`
  }
  const members: string[] = []
  for (const key of Object.keys(value)) {
    const member = readOwn(value, key)
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${toJson(member, depth - 1, spend)}`)
  }
  return `{${members.join(',')}}`
}
