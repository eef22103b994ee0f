import type { ConfigDocument, CredentialField } from '@signalbox/model/configuration/credential-field'
import type { FieldProblem } from '@signalbox/model/text/refusal'

/** What the platform says about addresses that receive card or identity data. */
export interface DestinationRules {
  readonly production: boolean
  readonly allowedHosts: readonly string[]
}

const spelledOut = (address: string | null | undefined): string =>
  (URL.parse(address ?? '')?.href ?? address ?? '').replace(/\/+$/, '')

/**
 * Whether two addresses are one, however they are spelled. Another path is another address, as it is for secrets in
 * documents: behind one host several may listen.
 */
export const isSameAddress = (a: string | null | undefined, b: string | null | undefined): boolean =>
  spelledOut(a) === spelledOut(b)

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** What is wrong with an address that receives card or identity data; nothing when it may. */
export function dataDestinationProblem(
  address: string,
  { production, allowedHosts }: DestinationRules,
): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  if (!production && loopback.test(url.hostname)) return undefined
  if (production && url.protocol !== 'https:')
    return 'Card and identity data is sent to addresses that begin with https:// only'
  // Outside production the list may be left empty; then any host is accepted.
  if (!production && allowedHosts.length === 0) return undefined
  if (allowedHosts.includes(url.host)) return undefined
  return `${url.host} is not among the hosts the platform allows to receive card and identity data`
}

/** The same for every such address of a document, at the root and in its accounts. */
export function dataDestinationProblems(
  fields: readonly CredentialField[],
  document: ConfigDocument,
  rules: DestinationRules,
): FieldProblem[] {
  const { accounts = {}, ...root } = document
  const sections = [
    ['', root] as const,
    ...Object.entries(accounts).map(([name, section]) => [`accounts.${name}.`, section] as const),
  ]
  const receiving = fields.filter(({ receives }) => receives).map(({ key }) => key)
  return sections.flatMap(([prefix, section]) =>
    receiving.flatMap((key): FieldProblem[] => {
      const value = section[key]
      const message = typeof value === 'string' ? dataDestinationProblem(value, rules) : undefined
      return message ? [{ field: `${prefix}${key}`, code: 'DESTINATION', message }] : []
    }),
  )
}
