import type { Handler } from './handle.ts'

/** One area of the product as the server sees it. */
export interface Feature {
  readonly name: string
  readonly handlers: readonly Handler[]
}
