/** A page of this shop as it is now, without going there. Only its parts are taken over; no script of it ever runs. */
export async function freshPage(address: string, signal?: AbortSignal): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { headers: { accept: 'text/html' }, ...(signal && { signal }) })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    return undefined
  }
}

/** Puts the newer version of a part in the place of the one shown. */
export function takeOver(from: ParentNode, into: ParentNode, selector: string): void {
  const [newer, shown] = [from.querySelector(selector), into.querySelector(selector)]
  if (newer && shown) shown.replaceChildren(...newer.childNodes)
}
