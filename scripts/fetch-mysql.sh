#!/bin/sh
# Unpacks MySQL from Debian's unstable suite, which is the only one that has it. Nothing is installed: apt works on a
# folder of its own, and the program runs with the libraries of that suite. The tests use the result if it exists:
#   sh scripts/fetch-mysql.sh && MORTISE_TESTS=full npx vitest run packages/mortise/test/stores/servers/mysql.full.test.ts
set -eu
folder=$(realpath -m "${1:-$(dirname "$0")/../.cache/mysql}")
root=$folder/root
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$root"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep '/debian/$' | head -n 1)
echo "deb [signed-by=$keyring] $mirror sid main" > "$folder/apt/sources.list"
# Without installed packages, so that all libraries are fetched too.
: > "$folder/apt/status"

apt() {
  apt-get -q -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State="$folder/apt" -o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt" \
    -o APT::Sandbox::User=root "$@"
}
apt update
apt install -y --no-install-recommends --download-only mysql-server-core
for package in "$folder"/apt/archives/*.deb; do dpkg-deb -x "$package" "$root"; done

loader=$(find "$root" -name 'ld-linux-*.so.*' | head -n 1)
cat > "$folder/mysqld" << END
#!/bin/sh
exec "$loader" --library-path "$(dirname "$loader")" "$root/usr/sbin/mysqld" "\$@" --basedir="$root/usr"
END
chmod +x "$folder/mysqld"
rm -r "$folder/apt"
"$folder/mysqld" --version
