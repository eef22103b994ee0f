import type { DefaultTemplate } from './default-templates.ts'

export interface Wording {
  readonly subject: string
  /** Paragraphs; they become both the HTML and the plain text. */
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  readonly after?: readonly string[]
  readonly footer: string
}

const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#4a45d1;color:#ffffff;text-decoration:none;font-weight:600'

const paragraph = (text: string): string => `  <p style="margin:0 0 14px">${text}</p>`

/** One look for all: readable without images, in any reader, on any background. */
function htmlOf({ paragraphs, button, after = [], footer }: Wording): string {
  const link = button
    ? [paragraph(`<a href="${button.link}" style="${buttonStyle}">${button.label}</a>`)]
    : []
  return [
    '<div style="font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1a1d23;background:#ffffff;max-width:560px;margin:0 auto;padding:24px">',
    '  <p style="font-size:18px;font-weight:600;margin:0 0 18px">${merchant.name}</p>',
    ...paragraphs.map(paragraph),
    ...link,
    ...after.map(paragraph),
    `  <p style="font-size:12px;color:#5b6472;border-top:1px solid #e3e6eb;padding-top:12px;margin:28px 0 0">${footer}</p>`,
    '</div>',
    '',
  ].join('\n')
}

const textOf = ({ paragraphs, button, after = [], footer }: Wording): string =>
  [...paragraphs, ...(button ? [`${button.label}: ${button.link}`] : []), ...after, `-- \n${footer}`].join(
    '\n\n',
  ) + '\n'

export const mail = (
  templateType: string,
  locale: string,
  description: string,
  wording: Wording,
): DefaultTemplate => ({
  type: 'email',
  templateType,
  locale,
  description,
  subject: wording.subject,
  content: htmlOf(wording),
  textContent: textOf(wording),
})

export const sentBy = {
  all: 'Sent by Signalbox. Do not reply to this email.',
  sv_SE: 'Skickat av Signalbox. Det går inte att svara på det här mejlet.',
}
