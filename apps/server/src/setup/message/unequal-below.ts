import type { UnequalText } from '@signalbox/model/calls/message'
import { placeholderProblems } from '@signalbox/model/messages/placeholders'
import type { Work } from '../../kit/handle.ts'
import { countingTexts, merchantsWriting } from './store.ts'
import { translationsOf } from './translations.ts'

/** Merchants below that have texts of a key whose placeholders no longer fit to what they inherit. */
export async function unequalBelow({ tx, scope }: Work, key: string): Promise<UnequalText[]> {
  const below = scope.effective.filter((id) => id !== scope.selected)
  const found: UnequalText[] = []
  for (const { id, name, path } of await merchantsWriting(tx, key, below)) {
    const chain = path.split('/').filter(Boolean).map(Number).reverse()
    const problems = placeholderProblems(translationsOf(await countingTexts(tx, chain, [key])))
    for (const locale of Object.keys(problems)) found.push({ merchantId: id, merchant: name, locale })
  }
  return found
}
