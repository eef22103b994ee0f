import { describe, expect, it } from 'vitest'
import { byUrgency, readClock, type ApprovalMove, type ClockSubject } from './approval-clock.ts'

const hourMs = 3_600_000
const start = Date.parse('2026-03-01T08:00:00.000Z')
const at = (hours: number): string => new Date(start + hours * hourMs).toISOString()
const now = (hours: number): Date => new Date(start + hours * hourMs)

const move = (hours: number, type: string, fromNo: number | null, toNo: number): ApprovalMove => ({
  at: at(hours),
  type,
  fromNo,
  toNo,
})
const asked = move(1, 'APPROVAL', 204, 351)

const clock = (subject: Partial<ClockSubject>, hours: number, targetHours = 4) =>
  readClock(
    { statusNo: 351, createdAt: at(0), approvalDueAt: null, moves: [asked], ...subject },
    targetHours * hourMs,
    now(hours),
  )

describe('the clock of an approval', () => {
  it('begins when somebody is asked, not when the payment began', () => {
    expect(clock({}, 2)).toEqual({ since: at(1), waitedMs: hourMs, dueAt: at(5), urgency: 'fine' })
  })

  it.each([
    [3.99, 'fine'],
    [4, 'soon'],
    [4.99, 'soon'],
    [5, 'late'],
    [500, 'late'],
  ] as const)('after %d hours says %s', (hours, urgency) => {
    expect(clock({}, hours).urgency).toBe(urgency)
  })

  it('begins again for the second level', () => {
    const moves = [asked, move(4, 'APPROVAL', 351, 356)]
    expect(clock({ statusNo: 356, moves }, 6)).toMatchObject({ since: at(4), dueAt: at(8), urgency: 'fine' })
  })

  it('stands still on hold, and goes on with what was left', () => {
    const held = [asked, move(3, 'HOLD', 351, 355)]
    expect(clock({ statusNo: 355, moves: held }, 90)).toEqual({
      since: at(1),
      waitedMs: 2 * hourMs,
      dueAt: null,
      urgency: 'paused',
    })
    const released = [...held, move(90, 'HOLD', 355, 351)]
    expect(clock({ moves: released }, 91)).toMatchObject({
      waitedMs: 3 * hourMs,
      dueAt: at(92),
      urgency: 'soon',
    })
  })

  it('keeps what the second level had when that is put on hold', () => {
    const moves = [
      asked,
      move(2, 'APPROVAL', 351, 356),
      move(3, 'HOLD', 356, 355),
      move(10, 'HOLD', 355, 356),
    ]
    expect(clock({ statusNo: 356, moves }, 11)).toMatchObject({ since: at(2), waitedMs: 2 * hourMs })
  })

  it('has not begun for what a rule put on hold, until it is released', () => {
    const held = [move(1, 'HOLD', 204, 355)]
    expect(clock({ statusNo: 355, moves: held }, 50).waitedMs).toBe(0)
    expect(clock({ moves: [...held, move(50, 'HOLD', 355, 351)] }, 51).waitedMs).toBe(hourMs)
  })

  it('begins again when the approval is delayed', () => {
    expect(clock({ moves: [asked, move(4, 'APPROVAL', 351, 351)] }, 5)).toMatchObject({
      since: at(4),
      urgency: 'fine',
    })
    expect(clock({ moves: [asked, move(4, 'RULES', 351, 351)] }, 5)).toMatchObject({
      since: at(1),
      urgency: 'late',
    })
  })

  it('follows the payment’s own clock where nobody is asked', () => {
    const scheduled = { statusNo: 353, approvalDueAt: at(20), moves: [move(1, 'APPROVAL', 204, 353)] }
    expect(clock(scheduled, 10)).toMatchObject({ dueAt: at(20), urgency: 'scheduled' })
  })

  it('says nothing about what is decided, and takes the beginning where the timeline is silent', () => {
    expect(clock({ statusNo: 601 }, 10)).toMatchObject({ dueAt: null, urgency: 'done' })
    expect(clock({ moves: [] }, 2)).toMatchObject({ since: at(0), waitedMs: 2 * hourMs })
  })
})

describe('the order of a queue', () => {
  it('is by when something is due, then by how long what is never due has waited', () => {
    const pressing = [
      { id: 1, clock: { dueAt: null, since: at(5) } },
      { id: 2, clock: { dueAt: at(9), since: at(1) } },
      { id: 3, clock: { dueAt: at(2), since: at(3) } },
      { id: 4, clock: { dueAt: null, since: at(4) } },
      { id: 5, clock: { dueAt: at(2), since: at(0) } },
    ]
    expect(pressing.toSorted(byUrgency).map(({ id }) => id)).toEqual([3, 5, 2, 4, 1])
  })
})
