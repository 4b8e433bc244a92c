<?php
// Runs deploy/wordpress beside functions that do what WordPress documents, for `platforms.ts`. The first argument is JSON:
// `do` (footer, settings, links, save or uninstall), `option`, `user`, `given`, `front`.
error_reporting( E_ALL );
set_error_handler( function ( $level, $message ) {
	throw new ErrorException( $message );
} );
define( 'ABSPATH', '/' );
$asked  = json_decode( $argv[1], true );
$stored = array( 'frontdesk_chat' => $asked['option'] ?? false );
$hooks  = array();
$errors = array();

function add_action( $hook, $call ) {
	$GLOBALS['hooks'][ $hook ][] = $call;
}
function add_filter( $hook, $call ) {
	$GLOBALS['filters'][ $hook ] = $call;
}
function plugin_basename( $file ) {
	return 'frontdesk-chat/' . basename( $file );
}
function admin_url( $path ) {
	return "https://shop.example.com/wp-admin/$path";
}
function get_option( $name ) {
	return $GLOBALS['stored'][ $name ] ?? false;
}
function delete_option( $name ) {
	unset( $GLOBALS['stored'][ $name ] );
}
function register_setting( $group, $name, $args ) {
	$GLOBALS['sanitize'] = $args['sanitize_callback'];
}
function add_options_page( $title, $menu, $right, $slug, $page ) {
	$GLOBALS['page'] = array( $right, $page );
}
function add_settings_error( $setting, $code, $message ) {
	$GLOBALS['errors'][] = $code;
}
function settings_fields( $group ) {
	echo '<input type="hidden" name="_wpnonce" value="nonce-of-' . esc_attr( $group ) . '">';
}
function current_user_can( $right ) {
	return 'manage_options' === $right;
}
function submit_button() {
	echo '<button>Save</button>';
}
function selected( $one, $other ) {
	echo $one === $other ? " selected='selected'" : '';
}
function __( $text ) {
	return $text;
}
function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_html__( $text ) {
	return esc_html( $text );
}
function esc_attr( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url_raw( $url ) {
	$url = str_replace( ' ', '%20', $url );
	if ( false === strpos( $url, ':' ) ) {
		$url = "http://$url";
	}
	$scheme = strtolower( (string) parse_url( $url, PHP_URL_SCHEME ) );
	return in_array( $scheme, array( 'http', 'https' ), true ) ? str_replace( array( '"', "'", '<', '>' ), '', $url ) : '';
}
function esc_url( $url ) {
	return esc_attr( esc_url_raw( $url ) );
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( $text ) );
}
function is_front_page() {
	return ! empty( $GLOBALS['asked']['front'] );
}
function wp_get_current_user() {
	return new class() {
		public $ID           = 0;
		public $display_name = '';
		public $user_email   = '';
		public function __construct() {
			foreach ( $GLOBALS['asked']['user'] ?? array() as $name => $value ) {
				$this->$name = $value;
			}
		}
		public function exists() {
			return 0 !== $this->ID;
		}
	};
}
function wp_json_encode( $value, $flags = 0 ) {
	return json_encode( $value, $flags );
}
function wp_print_script_tag( $attributes ) {
	$words = array();
	foreach ( $attributes as $name => $value ) {
		$words[] = true === $value ? $name : $name . '="' . esc_attr( $value ) . '"';
	}
	echo '<script ' . implode( ' ', $words ) . '></script>';
}
function wp_print_inline_script_tag( $code ) {
	echo "<script>$code</script>";
}

$plugin = __DIR__ . '/../../deploy/wordpress';
if ( 'uninstall' === $asked['do'] ) {
	define( 'WP_UNINSTALL_PLUGIN', 'frontdesk-chat/frontdesk-chat.php' );
	require "$plugin/uninstall.php";
	echo json_encode( array_keys( $stored ) );
	return;
}
require "$plugin/frontdesk-chat.php";
foreach ( array( 'admin_init', 'admin_menu' ) as $hook ) {
	foreach ( $hooks[ $hook ] as $call ) {
		$call();
	}
}
if ( 'footer' === $asked['do'] ) {
	$hooks['wp_footer'][0]();
} elseif ( 'settings' === $asked['do'] ) {
	$page[1]();
} elseif ( 'links' === $asked['do'] ) {
	echo implode( ' | ', $filters['plugin_action_links_frontdesk-chat/frontdesk-chat.php']( array( 'Deactivate' ) ) );
} else {
	echo json_encode( array( 'option' => $sanitize( $asked['given'] ), 'errors' => $errors ) );
}
