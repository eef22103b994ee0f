import { decisionTables } from '@signalbox/model/rules/tables/index'

export interface StatusLink {
  readonly label: string
  readonly to: string
}

/** Tables whose rows end payments with these numbers, or hold them up. */
const tablesOf: Readonly<Record<number, readonly string[]>> = {
  3: ['void-capture'],
  4: ['void-capture'],
  350: ['approval'],
  351: ['approval'],
  352: ['approval'],
  353: ['approval'],
  354: ['approval'],
  355: ['approval'],
  356: ['approval'],
  411: ['user-psp-account'],
  412: ['user-psp-account'],
  413: ['user-psp-account'],
  503: ['fraud-score', 'fraud-provider-block'],
  508: ['forex', 'psp-routing'],
  511: ['payment-methods'],
  512: ['psp-fallback'],
  514: ['status-code'],
  515: ['user-psp-account'],
  516: ['user-psp-account'],
  517: ['user-psp-account'],
  521: ['period-limit', 'velocity'],
  523: ['psp-routing'],
  524: ['psp-routing'],
  526: ['limit'],
  528: ['limit'],
  529: ['3ds2-routing', '3ds2-fallback'],
  550: ['3ds2-routing', '3ds2-fallback'],
  551: ['3ds2-routing'],
  561: ['ip-block'],
  562: ['bin-block'],
  564: ['kyc-block'],
  565: ['kyc-block'],
  566: ['kyc-routing', 'kyc-fallback'],
  567: ['bic-block'],
  570: ['forex'],
  571: ['fraud-score'],
  574: ['psp-routing'],
  580: ['fraud-provider-block', 'fraud-provider'],
  581: ['general-block'],
  589: ['3ds2-fallback'],
}

const configuration: StatusLink = { label: 'Configuration', to: '/admin/configuration' }

/** Pages that are no tables. */
const pagesOf: Readonly<Record<number, readonly StatusLink[]>> = {
  508: [configuration],
  524: [configuration],
  572: [configuration],
  573: [configuration],
  574: [configuration],
  575: [{ label: 'Maintenance', to: '/admin/maintenance' }],
}

/** Where somebody can look into, or change, what made a payment end like this; only what they may open. */
export function linksFor(statusNo: number, mayOpen: (path: string) => boolean): StatusLink[] {
  const tables = (tablesOf[statusNo] ?? []).flatMap((slug) => {
    const table = decisionTables.find((each) => each.slug === slug)
    return table ? [{ label: `${table.category} › ${table.title}`, to: table.route }] : []
  })
  return [...tables, ...(pagesOf[statusNo] ?? [])].filter(({ to }) => mayOpen(to))
}
