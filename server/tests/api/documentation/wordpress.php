<?php
// What the samples call, for `wordpress.rs`: each function does what WordPress and WooCommerce document, for one page.
error_reporting( E_ALL );
set_error_handler( function ( $level, $message ) {
	throw new ErrorException( $message );
} );
if ( getenv( 'HAS_SECRET' ) ) {
	define( 'FRONTDESK_IDENTITY_SECRET', 'a-secret' );
}
function add_action( $hook, $call ) {
	$call();
}
function wp_print_script_tag( $attributes ) {
	echo '<script ' . json_encode( $attributes, JSON_UNESCAPED_SLASHES ) . '></script>';
}
function wp_print_inline_script_tag( $code ) {
	echo "<script>$code</script>";
}
function wp_json_encode( $value ) {
	return json_encode( $value, JSON_UNESCAPED_SLASHES );
}
function wp_strip_all_tags( $text ) {
	return strip_tags( $text );
}
function wp_get_current_user() {
	return new class() {
		public $ID           = 4711;
		public $display_name = 'Ann Lee';
		public function exists() {
			return true;
		}
	};
}
function is_product() {
	return true;
}
function get_the_ID() {
	return 7;
}
function get_permalink() {
	return 'https://shop.example.com/fern';
}
function wc_price( $price ) {
	return "<b>$price €</b>";
}
function wp_get_attachment_image_url( $id, $size ) {
	return "https://shop.example.com/$id-$size.png";
}
function wc_get_product( $id ) {
	return new class() {
		public function get_name() {
			return 'Fern';
		}
		public function get_price() {
			return '29';
		}
		public function get_image_id() {
			return 3;
		}
	};
}
