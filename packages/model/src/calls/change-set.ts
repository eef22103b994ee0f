import * as z from 'zod/mini'
import { texts as words } from '../text/texts.ts'
import { endpoint, idParams, intParam, pageOf, pageQuery } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { named } from '../field/named.ts'
import { approvalPolicies } from '../rules/approval-policy.ts'
import { assessmentSchema, decisionSchema } from '../rules/ruleset-reply.ts'
import { versionStates } from '../rules/ruleset.ts'

const tag = 'Rules hub'
const view = 'rules-hub.view'
const edit = 'rules-hub.edit'

const changeSetStates = ['DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'ACTIVE', 'REJECTED', 'CANCELLED'] as const
export type ChangeSetState = (typeof changeSetStates)[number]

/** A launch of a market takes about ten. */
export const mostMembers = 50

const text = z.nullable(z.string())
const texts = z.array(z.string())
const title = z.string().check(z.trim(), z.minLength(1, words.required), z.maxLength(100))

const memberSchema = named(
  'ChangeSetMember',
  z.object({
    rulesetId: z.string(),
    merchantId: z.number(),
    table: z.string(),
    no: z.number(),
    name: z.string(),
    /** The draft; once released, what became active. */
    version: z.number(),
    revision: z.number(),
    state: z.enum(versionStates),
    /** Null for a ruleset that was never active. */
    activeVersion: z.nullable(z.number()),
    rules: z.number(),
    changeNote: z.string(),
    /** Another version became active since the draft was started: the set cannot be released until it is re-based. */
    outdated: z.boolean(),
    editors: texts,
  }),
)
export type ChangeSetMember = Readonly<z.infer<typeof memberSchema>>

const headShape = {
  id: z.string(),
  merchantId: z.number(),
  title: z.string(),
  note: z.string(),
  state: z.enum(changeSetStates),
  /** Counts the changes of the set; every step names the one it was taken from. */
  version: z.number(),
  memberCount: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  submittedBy: text,
  submittedAt: text,
  /** Null: on approval. */
  activateAt: text,
  activatedAt: text,
  /** Why it was not released on its date; it is tried again. */
  problem: text,
}
const headSchema = named('ChangeSetSummary', z.object(headShape))
export type ChangeSetSummary = Readonly<z.infer<typeof headSchema>>

const changeSetSchema = named(
  'ChangeSet',
  z.object({
    ...headShape,
    /** Null before it was submitted. The strictest policy of its members. */
    approval: z.nullable(
      z.object({
        policy: z.enum(approvalPolicies),
        needed: z.number(),
        approvedBy: texts,
      }),
    ),
    /** Everybody who worked on the set or on a member. None of them may approve it. */
    editors: texts,
    decisions: z.array(decisionSchema),
    members: z.array(memberSchema),
  }),
)
export type ChangeSet = Readonly<z.infer<typeof changeSetSchema>>

const assessedSetSchema = named(
  'ChangeSetAssessment',
  z.object({
    policy: z.enum(approvalPolicies),
    needed: z.number(),
    members: z.array(z.object({ rulesetId: z.string(), assessment: assessmentSchema })),
  }),
)

const historySchema = z.object({
  items: z.array(z.object({ at: z.string(), user: z.string(), action: z.string(), note: text })),
})
export type ChangeSetHistory = Readonly<z.infer<typeof historySchema>>

/** A draft as the person has seen it, so that nobody submits what they did not read. */
const draftSeen = z.strictObject({
  rulesetId: z.string().check(z.maxLength(40)),
  version: z.int(),
  revision: z.int(),
})
export type DraftSeen = z.infer<typeof draftSeen>
const draftsSeen = z.array(draftSeen).check(z.maxLength(mostMembers))

const version = z.int()
const step = z.strictObject({ version, note: z.optional(noteSchema) })
const stepWithReason = z.strictObject({ version, note: noteSchema })

/** Drafts of several rulesets that are approved as one and become active at the same moment, or not at all. */
export const changeSetCalls = {
  list: endpoint('GET /changeset', {
    summary: 'Change sets of the merchant and those below it, the last changed first',
    tag,
    access: view,
    query: z.object({ ...pageQuery, state: z.optional(z.enum(changeSetStates)) }),
    reply: pageOf(headSchema),
  }),
  get: endpoint('GET /changeset/{id}', {
    summary: 'A change set with its members',
    tag,
    access: view,
    params: idParams,
    reply: changeSetSchema,
  }),
  history: endpoint('GET /changeset/{id}/history', {
    summary: 'What was done with a change set, the latest first',
    tag,
    access: view,
    params: idParams,
    query: z.object({ limit: z._default(intParam(1, 200), 30) }),
    reply: historySchema,
  }),
  create: endpoint('POST /changeset', {
    summary: 'Create a change set on the selected merchant, with drafts or without',
    tag,
    access: edit,
    body: z.strictObject({ title, note: noteSchema, members: z._default(draftsSeen, []) }),
    reply: changeSetSchema,
  }),
  save: endpoint('PUT /changeset/{id}', {
    summary: 'Change title or note of a change set',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({ version, title: z.optional(title), note: z.optional(noteSchema) }),
    reply: changeSetSchema,
  }),
  addMember: endpoint('POST /changeset/{id}/member', {
    summary: 'Add the draft of a ruleset',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({ version, member: draftSeen }),
    reply: changeSetSchema,
  }),
  removeMember: endpoint('DELETE /changeset/{id}/member/{rulesetId}', {
    summary: 'Take a draft out of the set; the draft stays',
    tag,
    access: edit,
    params: z.object({ ...idParams.shape, rulesetId: z.string().check(z.maxLength(100)) }),
    query: z.object({ version: intParam(1, 1_000_000_000) }),
    reply: changeSetSchema,
  }),
  assessment: endpoint('GET /changeset/{id}/assessment', {
    summary: 'What the members do to payments together and how many people have to approve them',
    tag,
    access: view,
    params: idParams,
    reply: assessedSetSchema,
    computes: true,
  }),
  submit: endpoint('POST /changeset/{id}/submit', {
    summary: 'Submit all members for approval as one change',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      version,
      note: z.optional(noteSchema),
      activateAt: z.optional(z.nullable(z.iso.datetime())),
      /** All members as the person has seen them. */
      members: draftsSeen,
    }),
    reply: changeSetSchema,
  }),
  withdraw: endpoint('POST /changeset/{id}/withdraw', {
    summary: 'Withdraw a submitted or scheduled change set; its members are drafts again',
    tag,
    access: edit,
    params: idParams,
    body: step,
    reply: changeSetSchema,
  }),
  approve: endpoint('POST /changeset/{id}/approve', {
    summary:
      'Approve what others prepared; with the last approval all members become active, now or on the date',
    tag,
    access: edit,
    params: idParams,
    body: step,
    reply: changeSetSchema,
  }),
  deny: endpoint('POST /changeset/{id}/deny', {
    summary: 'Return a change set to its authors with a reason',
    tag,
    access: edit,
    params: idParams,
    body: stepWithReason,
    reply: changeSetSchema,
  }),
  cancel: endpoint('POST /changeset/{id}/cancel', {
    summary: 'Cancel a change set; its drafts stay and can be submitted on their own',
    tag,
    access: edit,
    params: idParams,
    body: step,
    reply: changeSetSchema,
  }),
} as const
