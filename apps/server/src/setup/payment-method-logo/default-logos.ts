import { defaultPictures } from './default-pictures.ts'
import { hashOf } from './logo-picture.ts'

interface DefaultLogo {
  readonly hash: string
  readonly png: Buffer
}

const drawn = new Map<string, DefaultLogo>(
  Object.entries(defaultPictures).map(([method, encoded]) => {
    const png = Buffer.from(encoded, 'base64')
    return [method, { hash: hashOf(png), png }]
  }),
)
const byHash = new Map([...drawn.values()].map((logo) => [logo.hash, logo.png]))
const other = drawn.get('OTHER')

/** The drawing that comes with the platform; a method nobody drew has that of all others. */
export function defaultHash(method: string): string {
  const logo = drawn.get(method) ?? other
  if (!logo) throw new Error('There is no drawing for other methods')
  return logo.hash
}

export const defaultPicture = (hash: string): Buffer | undefined => byHash.get(hash)
