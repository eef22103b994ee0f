-- Texts people write and the platform renders, sends or runs. The six kinds share one table.
create table template (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  type text not null,
  template_type text not null,
  locale text not null,
  channel text,
  url text,
  description text,
  subject text,
  content text not null,
  text_content text,
  params jsonb,
  test_cases jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
-- What rules and settings look a template up by.
create unique index template_key
  on template (merchant_id, type, template_type, locale, coalesce(channel, ''), coalesce(url, ''));

-- Histories of templates are asked for by name, because a deleted one has nothing else left.
create index record_version_template
  on record_version (merchant_id, (record ->> 'type'), (record ->> 'templateType'), at desc)
  where entity = 'template';
