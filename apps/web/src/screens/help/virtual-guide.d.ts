/** Made by `guide-plugin.ts` when the console is built. */
declare module 'virtual:guide' {
  /** Markdown of each page, by its name. */
  export const pages: Readonly<Record<string, string>>
  /** The index of all sections, as it is loaded. */
  export const index: string
}
