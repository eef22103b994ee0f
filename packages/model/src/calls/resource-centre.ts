import * as z from 'zod/mini'
import { endpoint } from '../field/endpoint.ts'
import { named } from '../field/named.ts'

const described = z.object({ method: z.string(), path: z.string(), summary: z.string(), scope: z.string() })

const apiDescription = named(
  'ApiDescription',
  z.object({
    /** Where its calls begin. */
    base: z.string(),
    version: z.string(),
    openApi: z.string(),
    calls: z.array(described),
  }),
)

export const resourceCentreCalls = {
  read: endpoint('GET /resource-centre', {
    tag: 'Resource centre',
    summary: 'The calls of the payments API, and where its description is',
    access: 'resource-centre.view',
    scope: 'none',
    reply: apiDescription,
  }),
}
