import { InstantView } from '../field/instant-view.tsx'

export interface Factor {
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** Since when a second factor exists, and when it was last of use. */
export function FactorUse({ factor: { createdAt, lastUsedAt } }: { readonly factor: Factor }) {
  return (
    <>
      Since <InstantView iso={createdAt} />
      {lastUsedAt === null ? (
        ', never used'
      ) : (
        <>
          , last used <InstantView iso={lastUsedAt} as="distance" />
        </>
      )}
    </>
  )
}
