//! The process between a database server and its owner: a shell, because it may run as another user.

/// Makes a database server and keeps it for as long as standard input is open, so that it never outlives who wanted it.
/// Arguments: the folder of PostgreSQL's programs, a folder, a port.
pub(crate) const KEEPER: &str = r#"
trap '' INT TERM HUP
bin=$1 folder=$2 port=$3
cd "$folder" || exit 1
if ! "$bin/initdb" -D data -U numberline -A trust -N --encoding UTF8 --locale C >initdb.log 2>&1; then
    tail -n 3 initdb.log
    exit 1
fi
cat >>data/postgresql.conf <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
max_connections = 400
shared_buffers = 32MB
CONF
if ! "$bin/pg_ctl" -D data -w -l log start >start.log 2>&1; then
    tail -n 3 log
    exit 1
fi
echo ready
cat >/dev/null
"$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
cd /
rm -rf "$folder"
"#;
