export const destinationSource = 'DATA_DESTINATION'

const forgotten = 'secrets'

/** Names the document and the version it lost its secrets with. */
export const forgottenKey = (id: string, version: number): string => `${forgotten} ${id} ${version}`

/** What is known of a document that is in use. */
interface Document {
  readonly id: string
  readonly version: number
  readonly missing: readonly string[]
}

/** Documents whose secrets were forgotten and that nobody has completed since. */
export function isStillForgotten(documents: readonly Document[]): (key: string) => boolean {
  const byId = new Map(documents.map((document) => [document.id, document]))
  return (key) => {
    const [kind, id = '', version] = key.split(' ')
    const document = kind === forgotten ? byId.get(id) : undefined
    if (!document) return false
    return document.missing.length > 0 || document.version <= Number(version)
  }
}
