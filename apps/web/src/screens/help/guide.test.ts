import { roleDescription } from '@signalbox/model/access/effective-access'
import { ruleOf, type Permission } from '@signalbox/model/access/policy'
import { roles } from '@signalbox/model/access/roles'
import { roleLabel } from '@signalbox/model/entities/user'
import { guideContents, guidedScreens } from '@signalbox/model/guide/contents'
import { readLink } from '@signalbox/model/guide/link'
import { parseMarkdown, plainText, type Block, type Inline } from '@signalbox/model/guide/markdown'
import { statusCodes, txStatusLabels } from '@signalbox/model/reference/status-codes'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { pages, pictures } from 'virtual:guide'
import { describe, expect, it } from 'vitest'
import { screens } from '../index.ts'
import { redirects } from '../table-screens.ts'
import { guide } from './guide.ts'

const blocksOf = (page: string) => parseMarkdown(pages[page] ?? '')

function inlinesOf(block: Block): readonly (readonly Inline[])[] {
  if (block.kind === 'code' || block.kind === 'picture') return []
  if (block.kind === 'list') return block.items
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.content]
}

const linksIn = (content: readonly Inline[]): string[] =>
  content.flatMap((part) => {
    if ('text' in part) return []
    return [...(part.kind === 'link' ? [part.href] : []), ...linksIn(part.content)]
  })

const headingsOf = (page: string): string[] =>
  blocksOf(page).flatMap((block) => (block.kind === 'heading' ? [block.id] : []))

/** What a page says, without its marks. */
const wordsOf = (page: string): string =>
  blocksOf(page)
    .flatMap(inlinesOf)
    .map((content) => plainText(content))
    .join('\n')

/** Null when the link leads somewhere, else what is wrong with it. */
function wrongWith(page: string, href: string): string | null {
  const link = readLink(href)
  if (link === null) return 'no link the console follows'
  if (link.kind === 'outside') return null
  if (link.kind === 'console') {
    const [path = ''] = link.path.split(/[?#]/)
    return screens.some((screen) => screen.path === path) || redirects.has(path) ? null : 'no such screen'
  }
  const target = link.kind === 'guide' ? link.page : page
  if (target !== 'whats-new' && pages[target] === undefined) return 'no such page'
  return link.section === null || headingsOf(target).includes(link.section) ? null : 'no such section'
}

describe('the guide', () => {
  it('is about every screen of the console, by its own name and access', () => {
    // The classic grid of a page is the same page.
    const shown = screens
      .filter(({ legacy, unlisted }) => !(legacy && unlisted))
      // A dashboard somebody built is reached from the page of all of them.
      .filter(({ path }) => !path.includes('$'))
      .map(({ path, title, access }) => ({ path, title, access }))
    const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path)
    expect(guidedScreens.toSorted(byPath)).toEqual(shown.toSorted(byPath))
  })

  it('has a page for each entry of its contents, titled like it, and no other', () => {
    expect(Object.keys(pages).toSorted()).toEqual(guideContents.map(({ page }) => page).toSorted())
    for (const { page, title } of guideContents) {
      const [first] = blocksOf(page)
      expect(first?.kind === 'heading' ? plainText(first.content) : null, page).toBe(title)
    }
  })

  it('has no link that leads nowhere', () => {
    const wrong = Object.keys(pages).flatMap((page) =>
      blocksOf(page)
        .flatMap(inlinesOf)
        .flatMap(linksIn)
        .flatMap((href) =>
          wrongWith(page, href) === null ? [] : [`${page}: ${href}, ${wrongWith(page, href)}`],
        ),
    )
    expect(wrong).toEqual([])
  })

  it('shows on each page what its screen looks like, and has no picture that nobody sees', () => {
    const shown = Object.keys(pages).flatMap((page) =>
      blocksOf(page).flatMap((block) => (block.kind === 'picture' ? [block.name] : [])),
    )
    expect(Object.keys(pictures).toSorted()).toEqual([...new Set(shown)].toSorted())
    // What these look like shows their own page, or the page on changing rules.
    const isPlain = (page: string) => page === 'settings' || page === 'help' || page.startsWith('rules-')
    const bare = guideContents.filter(
      ({ page, screens: own }) => own.length > 0 && !isPlain(page) && !shown.includes(page),
    )
    expect(bare.map(({ page }) => page)).toEqual([])
  })

  it('names on each page the roles that open its screens', () => {
    const missing = guideContents.flatMap(({ page, screens: own }) => {
      const permissions = own.flatMap(({ access }) => (access === 'signedIn' ? [] : [access as Permission]))
      const wanted = permissions.flatMap((permission) => ruleOf(permission).valid ?? []).map(roleLabel)
      const words = wordsOf(page)
      return [...new Set(wanted)].filter((role) => !words.includes(role)).map((role) => `${page}: ${role}`)
    })
    expect(missing).toEqual([])
  })

  it('names only roles that exist, where it says which roles somebody needs', () => {
    const known = new Set(roles.map(roleLabel))
    const unknown = Object.entries(pages).flatMap(([page, source]) =>
      [...source.matchAll(/^\*\*Roles(?: to [^:*]+)?:\*\* (.+)$/gm)].flatMap(([, list = '']) =>
        list
          .replace(/\.$/, '')
          .split(/, | or | and /)
          .filter((role) => !known.has(role))
          .map((role) => `${page}: ${role}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  it('describes every role once, as the policy table has it', () => {
    const rows = guideContents
      .filter(({ group }) => group === 'Roles')
      .flatMap(({ page }) => blocksOf(page))
      .flatMap((block) => (block.kind === 'table' ? block.rows : []))
      .map((row) => row.map((cell) => plainText(cell)))
    const wanted = roles.map((role) => [roleLabel(role), role, roleDescription(role)])
    const byRole = (a: readonly string[], b: readonly string[]) => (a[1] ?? '').localeCompare(b[1] ?? '')
    expect(rows.toSorted(byRole)).toEqual(wanted.toSorted(byRole))
  })

  it('lists every status code as the catalogue has it, and names no other', () => {
    const rows = blocksOf('status-codes').flatMap((block) => (block.kind === 'table' ? block.rows : []))
    expect(rows.map((row) => row.map((cell) => plainText(cell)))).toEqual(
      statusCodes
        .toSorted((a, b) => a.no - b.no)
        .map(({ no, code, status, text }) => [`${no}`, code, txStatusLabels[status], text]),
    )
    const known = new Set(statusCodes.map(({ code }) => code))
    const named = Object.entries(pages).flatMap(([page, source]) =>
      [...source.matchAll(/\bERR_[A-Z0-9_]+\b/g)].map(([code]) => [page, code] as const),
    )
    expect(named.filter(([, code]) => !known.has(code))).toEqual([])
    const numbered = Object.values(pages).flatMap((source) => [
      ...source.matchAll(/\b(\d{3}) (ERR_[A-Z0-9_]+)\b/g),
    ])
    const isRight = ([, no, code]: RegExpMatchArray) =>
      statusCodes.some((each) => each.no === Number(no) && each.code === code)
    expect(numbered.filter((match) => !isRight(match)).map(([text]) => text)).toEqual([])
  })

  it('says of every decision table what it is for and what happens when no row matches', () => {
    const all = Object.keys(pages).map(wordsOf).join('\n')
    const missing = decisionTables.filter(
      ({ slug, purpose, onNoMatch }) =>
        slug !== 'maintenance' && !(all.includes(purpose) && all.includes(onNoMatch)),
    )
    expect(missing.map(({ slug }) => slug)).toEqual([])
  })

  it('is found by what people look for', () => {
    const pageFor = (query: string) => guide.search(query)[0]?.page
    expect(pageFor('refund part of a payment')).toBe('refunds-and-captures')
    expect(pageFor('how do I approve a withdrawal')).toBe('approve')
    expect(pageFor('rotate the secret of an API client')).toBe('api-clients')
    expect(pageFor('velocity')).toBe('rules-fraud-block')
    expect(pageFor('erase personal data')).toBe('user-accounts')
    expect(guide.search('xyzzy')).toEqual([])
  })
})
