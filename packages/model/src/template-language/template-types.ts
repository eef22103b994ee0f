export const templateTypes = ['email', 'script', 'html', 'sql', 'mq', 'css'] as const

export type TemplateType = (typeof templateTypes)[number]

export const isTemplateType = (text: string): text is TemplateType =>
  (templateTypes as readonly string[]).includes(text)
