import { InstantView } from '../../../kit/field/instant-view.tsx'

/** How old the figures are. */
export function CountedUntil({ iso }: { readonly iso: string | null }) {
  if (iso === null) return 'Not counted yet'
  return (
    <>
      Counted up to <InstantView iso={iso} />
    </>
  )
}
