//! The process between a database server and its owner: a shell, because it may run as another user.

/// Makes a database server and keeps it for as long as standard input is open, so that it never outlives who wanted it.
/// Arguments: the folder of PostgreSQL's programs, a folder, a port, and the port of the primary server for a standby.
pub(crate) const KEEPER: &str = r#"
trap '' INT TERM HUP
bin=$1 folder=$2 port=$3 primary=$4
cd "$folder" || exit 1
make() {
    if [ -n "$primary" ]; then
        "$bin/pg_basebackup" -h 127.0.0.1 -p "$primary" -U numberline -D data -R -X stream -c fast
    else
        "$bin/initdb" -D data -U numberline -A trust -N --encoding UTF8 --locale C
    fi
}
if ! make >made.log 2>&1; then
    tail -n 3 made.log
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
# Servers use a role that owns its database and nothing else, as an operator would have it.
if [ -z "$primary" ] && ! "$bin/psql" -X -q -h 127.0.0.1 -p "$port" -U numberline -d postgres \
    -c 'CREATE ROLE games LOGIN' >role.log 2>&1; then
    tail -n 3 role.log
    exit 1
fi
echo ready
cat >/dev/null
"$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
cd /
rm -rf "$folder"
"#;

/// Mounts a file system in memory of a size over a folder, where only the rest of the command sees it.
/// Arguments: a size, a folder, and the command.
pub(crate) const SMALL: &str = r#"
size=$1 folder=$2
shift 2
owner=$(stat -c 'uid=%u,gid=%g' "$folder")
mount -t tmpfs -o "size=$size,mode=700,$owner" tmpfs "$folder" && exec "$@"
"#;
