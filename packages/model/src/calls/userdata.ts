import { seenText } from '../text/seen-text.ts'
import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint, idParams, intParam } from '../field/endpoint.ts'
import { oneOf } from '../field/one-of.ts'
import { alertLevels, noAlertChannel, reachesNobody } from '../inbox/alert-channels.ts'
import { isTimeZone } from '../text/local-time.ts'
import { uiLocales, type UiLocale } from '../reference/locales.ts'
import { maxStart, pageSizes } from '../field/paging.ts'
import type { PageState, SavedView, UserData, UserSettings } from '../access/session.ts'
import { schemaOf } from '../field/schema-of.ts'
import { texts } from '../text/texts.ts'
import {
  csvSeparators,
  dateFormats,
  decimalSeparators,
  exportDatePatterns,
  groupSeparators,
} from '../text/user-formats.ts'
import { expected } from '../text/expected.ts'

export const maxViewsPerPage = 50
const maxFavorites = 50
const maxRecentMerchants = 5
export const maxPages = 200

const pagePath = z
  .string()
  .check(z.regex(/^\/[a-z0-9/_-]{0,120}$/i, 'Begin with a slash and name a page of the console'))
const name = z.string().check(z.maxLength(80))
const merchantId = z.int().check(z.gte(1), z.lte(999_999_999))
/** Any other number is refused, but whoever reads it takes it for a number. */
const pageSize: z.ZodMiniType<number> = z.literal(pageSizes)
const largestPage = Math.max(...pageSizes)
const columnNames = z.array(name).check(z.maxLength(200))

const entriesRange = z
  .strictObject({
    start: z.int().check(z.gte(0), z.lte(maxStart)),
    end: z.int().check(z.gte(1), z.lte(maxStart + largestPage)),
  })
  .check(z.refine(({ start, end }) => start < end, 'Entries end after they start'))

const pageStateSchema = named(
  'PageState',
  schemaOf<PageState>()(
    z.strictObject({
      columns: z.optional(columnNames),
      widths: z.optional(z.record(name, z.int().check(z.gte(20), z.lte(2000)))),
      panelOpen: z.optional(z.boolean()),
      entriesLimit: z.optional(pageSize),
      entriesRange: z.optional(entriesRange),
      showLegacy: z.optional(z.boolean()),
    }),
  ),
)

const formatsSchema = z.partial(
  z.strictObject({
    locale: z.enum(uiLocales as [UiLocale, ...UiLocale[]]),
    timeZone: z.string().check(z.maxLength(60), z.refine(isTimeZone, 'Unknown time zone')),
    dateFormat: z.enum(dateFormats),
    decimalSeparator: z.enum(decimalSeparators),
    groupSeparator: z.enum(groupSeparators),
    csvSeparator: z.enum(csvSeparators),
    exportDatePattern: z.enum(exportDatePatterns),
  }),
)

const alertLevel = oneOf(alertLevels)
const alertChannels = z.strictObject({ inApp: alertLevel, email: alertLevel })

/** What a person chose. What is absent follows the defaults, now and when they change. */
export type ChosenSettings = Partial<Omit<UserSettings, 'formats'>> & {
  formats?: Partial<UserSettings['formats']>
}

/** Formats and pages merge member by member, so that two windows do not undo each other; the rest is replaced. */
export type SettingsPatch = Omit<ChosenSettings, 'pages'> & {
  pages?: Record<string, PageState | null>
}

export const settingsPatchSchema = schemaOf<SettingsPatch>()(
  z.strictObject({
    formats: z.optional(formatsSchema),
    theme: z.optional(z.enum(['light', 'dark', 'system'])),
    density: z.optional(z.enum(['compact', 'normal', 'roomy'])),
    pageSize: z.optional(pageSize),
    defaultMerchantId: z.optional(z.nullable(merchantId)),
    singleKeys: z.optional(z.boolean()),
    mailInbox: z.optional(z.boolean()),
    alertChannels: z.optional(
      alertChannels.check(z.refine((chosen) => !reachesNobody(chosen), noAlertChannel)),
    ),
    sidebarCollapsed: z.optional(z.boolean()),
    favorites: z.optional(z.array(pagePath).check(z.maxLength(maxFavorites))),
    recentMerchants: z.optional(z.array(merchantId).check(z.maxLength(maxRecentMerchants))),
    hiddenWidgets: z.optional(z.array(name).check(z.maxLength(50))),
    widgetOrder: z.optional(z.array(name).check(z.maxLength(50))),
    pages: z.optional(z.record(pagePath, z.nullable(pageStateSchema))),
  }),
)

const viewSchema = named(
  'View',
  schemaOf<SavedView>()(
    z.object({
      id: z.string(),
      page: z.string(),
      name: z.string(),
      query: z.string(),
      columns: z.nullable(z.array(z.string())),
      shared: z.boolean(),
      favorite: z.boolean(),
      owner: z.string(),
      mine: z.boolean(),
      version: z.number(),
    }),
  ),
)

const settingsSchema = named(
  'Settings',
  schemaOf<UserSettings>()(
    z.object({
      formats: z.object({
        locale: z.enum(uiLocales as [UiLocale, ...UiLocale[]]),
        timeZone: z.string(),
        dateFormat: z.enum(dateFormats),
        decimalSeparator: z.enum(decimalSeparators),
        groupSeparator: z.enum(groupSeparators),
        csvSeparator: z.enum(csvSeparators),
        exportDatePattern: z.enum(exportDatePatterns),
      }),
      theme: z.enum(['light', 'dark', 'system']),
      density: z.enum(['compact', 'normal', 'roomy']),
      pageSize: z.number(),
      defaultMerchantId: z.nullable(z.number()),
      singleKeys: z.boolean(),
      mailInbox: z.boolean(),
      alertChannels,
      sidebarCollapsed: z.boolean(),
      favorites: z.array(z.string()),
      recentMerchants: z.array(z.number()),
      hiddenWidgets: z.array(z.string()),
      widgetOrder: z.array(z.string()),
      pages: z.record(z.string(), pageStateSchema),
    }),
  ),
)

const userDataSchema = named(
  'UserData',
  schemaOf<UserData>()(
    z.object({
      settings: settingsSchema,
      views: z.array(viewSchema),
      version: z.number(),
    }),
  ),
)

const viewName = z.string({ error: expected(texts.mustBeText) }).check(
  z.refine((text) => seenText(text).length > 0, texts.required),
  z.maxLength(60, texts.tooLong),
)
const viewQuery = z.string().check(z.maxLength(4000, texts.tooLong))

const tag = 'Own settings'

const newView = z.strictObject({
  page: pagePath,
  name: viewName,
  query: viewQuery,
  columns: z.optional(z.nullable(columnNames)),
  shared: z.optional(z.boolean()),
  favorite: z.optional(z.boolean()),
})
export type NewView = z.infer<typeof newView>

const viewPatch = z.strictObject({
  version: z.optional(z.int()),
  name: z.optional(viewName),
  query: z.optional(viewQuery),
  columns: z.optional(z.nullable(columnNames)),
  shared: z.optional(z.boolean()),
  favorite: z.optional(z.boolean()),
})
/** Anybody who sees a shared view may star it; everything else is the owner's, and needs the version that was edited. */
export type ViewPatch = z.infer<typeof viewPatch>

export const userdataCalls = {
  read: endpoint('GET /userdata', {
    summary: 'Own settings and the saved views you can use',
    tag,
    access: 'signedIn',
    scope: 'none',
    reply: userDataSchema,
  }),
  update: endpoint('PUT /userdata', {
    summary: 'Change own settings; absent fields keep their values',
    tag,
    access: 'signedIn',
    scope: 'none',
    // Without a version it is put on whatever is there: a page that is being left cannot be told that it came too late.
    body: z.strictObject({
      version: z.optional(z.int()),
      settings: settingsPatchSchema,
    }),
    reply: userDataSchema,
  }),
  listViews: endpoint('GET /userdata/filter', {
    summary: 'Saved views: own, those colleagues share, or both',
    tag,
    access: 'signedIn',
    scope: 'none',
    query: z.object({
      page: z.optional(pagePath),
      whose: z._default(z.enum(['you', 'others', 'all']), 'all'),
    }),
    reply: z.object({ items: z.array(viewSchema) }),
  }),
  createView: endpoint('POST /userdata/filter', {
    summary: 'Save a view of a page',
    tag,
    access: 'signedIn',
    scope: 'none',
    body: newView,
    reply: viewSchema,
  }),
  updateView: endpoint('PUT /userdata/filter/{id}', {
    summary: 'Change an own view, or star one a colleague shares',
    tag,
    access: 'signedIn',
    scope: 'none',
    params: idParams,
    body: viewPatch,
    reply: viewSchema,
  }),
  removeView: endpoint('DELETE /userdata/filter/{id}', {
    summary: 'Delete an own view',
    tag,
    access: 'signedIn',
    scope: 'none',
    params: idParams,
    query: z.object({ version: z.optional(intParam(0, 2 ** 31)) }),
    reply: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
}
