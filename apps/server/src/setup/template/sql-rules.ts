/** What may stand in a report. The parser gives names for everything it reads, and what has no entry here is refused. */

export const sqlLimits = {
  sourceLength: 10_000,
  /** Keeps parsing and everything after it far from the end of the stack. */
  tokens: 2_000,
  selects: 30,
  columns: 100,
  /** Joining a text to itself in nested queries doubles it each time. */
  joins: 10,
} as const

const words = (list: string) => new Set(list.trim().split(/\s+/))

/**
 * Functions that compute from their arguments alone, and in proportion to them. Left out besides everything that touches
 * the server: what makes long texts of short ones (`repeat`, `lpad`, `replace`, `string_agg`, `array_agg`) and regular
 * expressions, whose cost nobody can tell beforehand.
 */
export const allowedFunctions = words(`
  count sum avg min max bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp
  percentile_cont percentile_disc mode corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  lower upper initcap length char_length character_length btrim ltrim rtrim substr substring left right
  position strpos split_part concat concat_ws translate starts_with like_escape ascii
  abs ceil ceiling floor round trunc mod power sqrt sign greatest least nullif coalesce width_bucket
  now date date_trunc date_part extract age make_date to_char to_date to_timestamp timezone date_bin
  justify_days justify_hours justify_interval
  array_length cardinality array_position unnest generate_series`)

export const textJoiners = words('concat concat_ws')

export const allowedOperators = words('= <> != < <= > >= + - * / % || ~~ !~~ ~~* !~~*')

/** Kinds of expression the grammar keeps apart from plain operators. `SIMILAR TO` is missing: it is a regular expression. */
export const allowedExpressionKinds = words(`
  AEXPR_OP AEXPR_OP_ANY AEXPR_OP_ALL AEXPR_DISTINCT AEXPR_NOT_DISTINCT AEXPR_NULLIF AEXPR_IN AEXPR_LIKE AEXPR_ILIKE
  AEXPR_BETWEEN AEXPR_NOT_BETWEEN AEXPR_BETWEEN_SYM AEXPR_NOT_BETWEEN_SYM`)

export const allowedTypes = words(`
  text varchar bpchar char bool boolean int2 int4 int8 smallint integer bigint numeric decimal float4 float8
  date time timestamp timestamptz interval uuid`)

/** The time of day, but not who is asking or where. */
export const allowedValueFunctions = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
  SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`)

/**
 * How to walk each kind of node: `value` is data of the node itself, judged with it; `nodes` holds further nodes; and a
 * node's name says that the field holds exactly such a node without its wrapping.
 */
export type FieldShape = 'value' | 'nodes' | 'SelectStmt' | 'WithClause' | 'WindowDef' | 'TypeName' | 'Alias'

const located = { location: 'value' } as const

export const nodeShapes: Readonly<Record<string, Readonly<Record<string, FieldShape>>>> = {
  SelectStmt: {
    distinctClause: 'nodes',
    targetList: 'nodes',
    fromClause: 'nodes',
    whereClause: 'nodes',
    groupClause: 'nodes',
    groupDistinct: 'value',
    havingClause: 'nodes',
    windowClause: 'nodes',
    valuesLists: 'nodes',
    sortClause: 'nodes',
    limitOffset: 'nodes',
    limitCount: 'nodes',
    limitOption: 'value',
    op: 'value',
    all: 'value',
    larg: 'SelectStmt',
    rarg: 'SelectStmt',
    withClause: 'WithClause',
  },
  WithClause: { ctes: 'nodes', ...located },
  CommonTableExpr: {
    ctename: 'value',
    aliascolnames: 'nodes',
    ctematerialized: 'value',
    ctequery: 'nodes',
    ...located,
  },
  ResTarget: { name: 'value', val: 'nodes', ...located },
  ColumnRef: { fields: 'nodes', ...located },
  A_Star: {},
  String: { sval: 'value' },
  Integer: { ival: 'value' },
  A_Const: {
    ival: 'value',
    fval: 'value',
    boolval: 'value',
    sval: 'value',
    isnull: 'value',
    ...located,
  },
  ParamRef: { number: 'value', ...located },
  A_Expr: {
    kind: 'value',
    name: 'value',
    lexpr: 'nodes',
    rexpr: 'nodes',
    rexpr_list_start: 'value',
    rexpr_list_end: 'value',
    ...located,
  },
  BoolExpr: { boolop: 'value', args: 'nodes', ...located },
  NullTest: { arg: 'nodes', nulltesttype: 'value', ...located },
  BooleanTest: { arg: 'nodes', booltesttype: 'value', ...located },
  CaseExpr: { arg: 'nodes', args: 'nodes', defresult: 'nodes', ...located },
  CaseWhen: { expr: 'nodes', result: 'nodes', ...located },
  CoalesceExpr: { args: 'nodes', ...located },
  MinMaxExpr: { op: 'value', args: 'nodes', ...located },
  FuncCall: {
    funcname: 'value',
    args: 'nodes',
    agg_order: 'nodes',
    agg_filter: 'nodes',
    over: 'WindowDef',
    agg_within_group: 'value',
    agg_star: 'value',
    agg_distinct: 'value',
    funcformat: 'value',
    ...located,
  },
  WindowDef: {
    name: 'value',
    refname: 'value',
    partitionClause: 'nodes',
    orderClause: 'nodes',
    frameOptions: 'value',
    startOffset: 'nodes',
    endOffset: 'nodes',
    ...located,
  },
  SQLValueFunction: { op: 'value', typmod: 'value', ...located },
  TypeCast: { arg: 'nodes', typeName: 'TypeName', ...located },
  TypeName: { names: 'value', typmods: 'nodes', typemod: 'value', arrayBounds: 'nodes', ...located },
  CollateClause: { arg: 'nodes', collname: 'nodes', ...located },
  SubLink: { subLinkType: 'value', testexpr: 'nodes', operName: 'value', subselect: 'nodes', ...located },
  A_ArrayExpr: { elements: 'nodes', list_start: 'value', list_end: 'value', ...located },
  A_Indirection: { arg: 'nodes', indirection: 'nodes' },
  A_Indices: { is_slice: 'value', lidx: 'nodes', uidx: 'nodes' },
  RowExpr: { args: 'nodes', row_format: 'value', ...located },
  List: { items: 'nodes' },
  SortBy: { node: 'nodes', sortby_dir: 'value', sortby_nulls: 'value', ...located },
  GroupingSet: { kind: 'value', content: 'nodes', ...located },
  GroupingFunc: { args: 'nodes', ...located },
  RangeVar: { relname: 'value', inh: 'value', relpersistence: 'value', alias: 'Alias', ...located },
  RangeSubselect: { lateral: 'value', subquery: 'nodes', alias: 'Alias' },
  RangeFunction: { lateral: 'value', ordinality: 'value', functions: 'nodes', alias: 'Alias' },
  JoinExpr: {
    jointype: 'value',
    isNatural: 'value',
    larg: 'nodes',
    rarg: 'nodes',
    usingClause: 'nodes',
    join_using_alias: 'Alias',
    quals: 'nodes',
    alias: 'Alias',
    rtindex: 'value',
  },
  Alias: { aliasname: 'value', colnames: 'nodes' },
}

/** Refusals worth more than "is not allowed here". */
export const fieldRefusals: Readonly<Record<string, string>> = {
  'SelectStmt.intoClause': 'A report cannot write into a table',
  'SelectStmt.lockingClause': 'A report cannot lock rows',
  'WithClause.recursive': 'Recursive queries are not allowed',
  'RangeVar.schemaname': 'Views are named without a schema',
  'RangeVar.catalogname': 'Views are named without a database',
  'FuncCall.func_variadic': 'VARIADIC is not allowed',
}
