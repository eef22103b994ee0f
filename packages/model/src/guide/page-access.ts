import { mayAccess } from '../access/policy.ts'
import type { Subject } from '../access/access.ts'
import { guidedScreens } from './contents.ts'

/** A page of the console, and whether somebody may open it. */
export interface PageStanding {
  readonly path: string
  readonly open: boolean
}

/** Every page by the beginning of its address, in both forms where it has two: the classic grid of a page is the same page. */
export const pageStandings = (subject: Subject): PageStanding[] =>
  guidedScreens.flatMap(({ path, access }) => {
    const open = mayAccess(access, subject)
    return [
      { path, open },
      { path: `/legacy${path}`, open },
    ]
  })
