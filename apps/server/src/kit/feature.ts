import type { Handler } from './handle.ts'

/** One area of the product as the server sees it. */
export interface Feature {
  readonly name: string
  readonly handlers: readonly Handler[]
  /** Gives back what the feature holds beside the database, when the server stops. */
  readonly stop?: () => Promise<void>
}
