-- Who has to agree to a change of rules, who did, and what went live before anybody could.
alter table ruleset_version
  -- LOOSENS, TIGHTENS, BOTH, NEUTRAL or UNPROVEN; null where answers cannot be ordered, or before it was submitted.
  add column direction text,
  -- NONE, ONE, TWO or BREAK_GLASS; null before it was submitted.
  add column policy text,
  add column policy_reason text,
  -- Who approved what was submitted last. Names are for showing, ids for deciding.
  add column approver_ids text[] not null default '{}',
  add column approvers text[] not null default '{}',
  -- UNCONFIRMED, CONFIRMED or REVERTED; null for a version that waited for its approval.
  add column emergency text,
  add column confirm_until timestamptz(3),
  add column change_set_id uuid;
create index ruleset_version_unconfirmed on ruleset_version (confirm_until) where emergency = 'UNCONFIRMED';

-- What people say about the rows of a version; without a row, about all of it.
create table ruleset_comment (
  merchant_id integer not null,
  id uuid not null,
  ruleset_id uuid not null,
  version integer not null,
  row_id text,
  text text not null,
  author_id text not null,
  author text not null,
  at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, ruleset_id) references ruleset (merchant_id, id) on delete cascade
);
create index ruleset_comment_thread on ruleset_comment (merchant_id, ruleset_id, version, at);

-- Who has yet to read a comment: authors of the version, and whoever commented before.
create table ruleset_comment_mention (
  merchant_id integer not null,
  comment_id uuid not null,
  user_id uuid not null,
  ruleset_id uuid not null,
  at timestamptz(3) not null,
  seen_at timestamptz(3),
  primary key (merchant_id, comment_id, user_id),
  foreign key (merchant_id, comment_id) references ruleset_comment (merchant_id, id) on delete cascade
);
create index ruleset_comment_mention_unseen on ruleset_comment_mention (user_id) where seen_at is null;

-- Drafts of several rulesets that go live together or not at all.
create table change_set (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  note text not null,
  -- DRAFT, PENDING_APPROVAL, SCHEDULED, ACTIVE, REJECTED or CANCELLED.
  state text not null,
  -- Counts the changes of the set; a step names the one it was taken from.
  version integer not null,
  policy text,
  activate_at timestamptz(3),
  editor_ids text[] not null,
  editors text[] not null,
  approver_ids text[] not null default '{}',
  approvers text[] not null default '{}',
  decisions json not null default '[]',
  submitted_by text,
  submitted_at timestamptz(3),
  activated_at timestamptz(3),
  -- Why it was not released on its date.
  problem text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index change_set_due on change_set (activate_at) where state = 'SCHEDULED';

create table change_set_member (
  merchant_id integer not null,
  change_set_id uuid not null,
  ruleset_merchant_id integer not null,
  ruleset_id uuid not null,
  version integer not null,
  primary key (merchant_id, change_set_id, ruleset_id),
  foreign key (merchant_id, change_set_id) references change_set (merchant_id, id) on delete cascade,
  foreign key (ruleset_merchant_id, ruleset_id) references ruleset (merchant_id, id) on delete cascade
);
create index change_set_member_ruleset on change_set_member (ruleset_merchant_id, ruleset_id);

-- What was done with a change set, step by step.
create table change_set_step (
  merchant_id integer not null,
  change_set_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  username text not null,
  action text not null,
  note text,
  primary key (merchant_id, change_set_id, id),
  foreign key (merchant_id, change_set_id) references change_set (merchant_id, id) on delete cascade
);
