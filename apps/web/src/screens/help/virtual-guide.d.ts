/** Made by `guide-plugin.ts` when the console is built. */
declare module 'virtual:guide' {
  /** Markdown of each page, by its name. */
  export const pages: Readonly<Record<string, string>>
  /** Where each picture lies and how large it is, by its name. */
  export const pictures: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >
  /** The index of all sections, as it is loaded. */
  export const index: string
}
